"""The files that the pages load."""
