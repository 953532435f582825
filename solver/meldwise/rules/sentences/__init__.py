"""The sentences of `explain`, one file for each part of a game."""
