"""What the library was made with, and is not needed to use it. Run from the project's folder.

======================  ==========================================================================
``fit_values``          finds the weights of an evaluation by the results of games
``match_values``        tries other weights in matches against those there are
``pictures``            makes the pictures of README and docs anew
``selfplay``            the games that both play
======================  ==========================================================================
"""
