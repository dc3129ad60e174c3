"""Builds everything from settings and speaks to browsers: the only place that knows all parts."""
