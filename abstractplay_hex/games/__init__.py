"""The games that come with the library, one package each."""
