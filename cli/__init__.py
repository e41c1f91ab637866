"""The `paipu` command."""
