"""What the product's own server checks before an application sees a request."""
