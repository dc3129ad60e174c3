"""The simulator page: runs on worker processes, bounded and owned by their visitors, and the page that tells them."""
