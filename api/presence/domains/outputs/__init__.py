"""What leaves the product: mails, notifications, reports, exports, shared pages."""
