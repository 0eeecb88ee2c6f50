"""What a browser meets: routes, live connections, the page, and the guard before all of them."""
