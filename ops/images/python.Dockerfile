# The image of every Python process: presence api, operator, worker, auditor, migrate.
# Build from the root of the repository: ops/images/build python
# `ca` may be handed in as a build secret where a private authority signs the package index.
ARG BASE=debian:bookworm-slim

FROM ${BASE} AS runtime
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates python3.11-minimal libpython3.11-stdlib \
 && rm -rf /var/lib/apt/lists/* /var/log/* /var/cache/*

FROM runtime AS build
RUN apt-get update && apt-get install -y --no-install-recommends python3.11-venv
ENV PIP_CERT=/etc/ssl/certs/ca-certificates.crt PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
RUN python3.11 -m venv /opt/presence
COPY requirements.lock /build/
RUN --mount=type=secret,id=ca,target=/etc/ssl/certs/ca-certificates.crt \
    /opt/presence/bin/pip install --quiet --require-hashes --no-deps --only-binary :all: \
      -r /build/requirements.lock
COPY pyproject.toml README.md /build/
COPY api /build/api
RUN /opt/presence/bin/pip install --quiet --no-deps --no-build-isolation /build \
 && /opt/presence/bin/pip uninstall --quiet --yes pip setuptools hatchling editables \
 && python3.11 -m compileall -q /opt/presence/lib
COPY ops/images/sbom.py /build/
RUN python3.11 /build/sbom.py --name presence --python /opt/presence/lib/python3.11/site-packages \
      --debian /var/lib/dpkg/status > /opt/presence/sbom.json

FROM runtime
COPY --from=build /opt/presence /opt/presence
COPY ops/images/health.py /opt/presence/health.py
RUN install -d -o 10001 -g 10001 /var/lib/presence
ENV PATH=/opt/presence/bin:/usr/bin:/bin \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    PRESENCE_ENVIRONMENT=production \
    PRESENCE_STATE_DIR=/var/lib/presence \
    PRESENCE_HTTP__HOST=0.0.0.0 \
    HEALTH_URL=http://127.0.0.1:8000/healthz
USER 10001:10001
WORKDIR /var/lib/presence
EXPOSE 8000 8001 9464
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s CMD ["python", "/opt/presence/health.py"]
ENTRYPOINT ["presence"]
CMD ["api"]
