"""The record library, importers of other programs' formats, and sample games.

This folder owns storage and foreign formats. It must not know the web.
"""
