"""The compiled kernel: exact least deadwood for millions of hands.

Legality sits in tables filled from `meldwise.melds`: the runs of a suit (`legal`, `tables`) and
the sets of a rank. The compiled search branches on sets only; everything that they leave goes to
the run tables. Nothing here is imported by a one-hand call.
"""
