"""Websites for tests and trials: companies, broken twins, catalogues and hostile servers.

Invariant: content is generated from this package alone; nothing leaves the loopback address.
"""

from presence_standins.sites.server import names, site_named, site_server

__all__ = ["names", "site_named", "site_server"]
