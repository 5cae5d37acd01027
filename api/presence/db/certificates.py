"""The files of certificates that an address of the database names, and what is wrong with them."""

from __future__ import annotations

import os
import ssl
import stat
from collections.abc import Mapping
from pathlib import Path

# Where distributions keep the authorities that everybody trusts, as one file.
_BUNDLES = (
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem",
    "/etc/ssl/cert.pem",
)


class CertificatesRefused(ValueError):
    """A file that cannot be used; the message goes on after the name of a variable."""


def system_authorities() -> str:
    """The file with the authorities this machine trusts; SSL_CERT_FILE names another one.

    Drivers are given the file, because each brings an OpenSSL of its own that looks elsewhere.
    Raises CertificatesRefused where there is none.
    """
    named = os.environ.get("SSL_CERT_FILE", "")
    for path in (named, ssl.get_default_verify_paths().openssl_cafile, *_BUNDLES):
        if path and Path(path).is_file():
            return path
    raise CertificatesRefused(
        "says sslrootcert=system, but this machine has no list of trusted authorities: install"
        " ca-certificates, or name a file."
    )


def check_files(files: Mapping[str, str], password: str) -> None:
    """Raise CertificatesRefused for a file that is missing, open to others or of another kind.

    `files` are named as libpq does, sslrootcert and so on; `password` opens the key.
    """
    for name, path in files.items():
        try:
            Path(path).read_bytes()
        except OSError as error:
            raise CertificatesRefused(
                f"names {name}={path}, which cannot be read: {error.strerror}."
            ) from error
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    for name in ("sslrootcert", "sslcrl"):
        if name in files:
            _require_certificates(context, name, files[name])
    if "sslcert" in files:
        _require_pair(context, files["sslcert"], files["sslkey"], password)


def _require_certificates(context: ssl.SSLContext, name: str, path: str) -> None:
    try:
        context.load_verify_locations(cafile=path)
    except (ssl.SSLError, ValueError) as error:
        what = "certificate" if name == "sslrootcert" else "list of revoked certificates"
        raise CertificatesRefused(f"names {name}={path}, which holds no {what}.") from error


def _require_pair(context: ssl.SSLContext, certificate: str, key: str, password: str) -> None:
    found = Path(key).stat()
    others = stat.S_IRWXO | stat.S_IWGRP | stat.S_IXGRP if found.st_uid == 0 else 0o077
    if found.st_mode & others:  # libpq refuses it too, later and in the worker alone
        raise CertificatesRefused(
            f"names sslkey={key}, which others may read: chmod 600 (a mounted secret: mode 0440)."
        )
    try:
        context.load_cert_chain(certificate, key, lambda: password)
    except (ssl.SSLError, ValueError) as error:
        raise CertificatesRefused(
            f"names sslcert={certificate} and sslkey={key}: one of them is unreadable, they do not"
            " belong together, or sslpassword does not open the key."
        ) from error
