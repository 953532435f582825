"""The routes: for each question its request, its answer and what is done for it."""
