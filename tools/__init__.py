"""Tools of the project itself: nothing here is shipped."""
