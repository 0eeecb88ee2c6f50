"""A book's catalogue of rules, and which test proves which of them."""
