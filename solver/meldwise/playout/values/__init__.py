"""Learned value functions: small networks that say what a hand is worth, going on or ending now."""
