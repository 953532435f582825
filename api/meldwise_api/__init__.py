"""The HTTP service of Meldwise: exact melds and advice for programs in any language."""
