"""Reports: requested, gathered from the screens' data, laid out, stored, downloaded."""
