# The image of a front end, APP=web or APP=admin: its built files behind an unprivileged nginx.
# Build from the root of the repository: ops/images/build web
ARG BASE=debian:bookworm-slim

FROM ${BASE} AS runtime
RUN apt-get update \
 && apt-get install -y --no-install-recommends nginx-light libnginx-mod-http-brotli-static \
 && rm -rf /var/lib/apt/lists/* /var/log/* /var/cache/* /var/www/* /etc/nginx/sites-*

FROM ${BASE} AS build
ARG APP
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates python3.11-venv
ENV PIP_CERT=/etc/ssl/certs/ca-certificates.crt NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
WORKDIR /build
COPY ops/bootstrap ops/bootstrap
RUN --mount=type=secret,id=ca,target=/etc/ssl/certs/ca-certificates.crt \
    python3.11 -m venv .tools \
 && .tools/bin/pip install --quiet --no-cache-dir --require-hashes -r ops/bootstrap/tools.lock
COPY ${APP}/package.json ${APP}/package-lock.json ${APP}/.npmrc ${APP}/
RUN --mount=type=secret,id=ca,target=/etc/ssl/certs/ca-certificates.crt \
    cd ${APP} && ../ops/bootstrap/npm ci --silent
COPY web/scripts web/scripts
COPY ${APP} ${APP}
RUN cd ${APP} && ../ops/bootstrap/npm run --silent build -- --logLevel warn
COPY ops/images/sbom.py .
COPY --from=runtime /var/lib/dpkg/status debian-status
RUN python3.11 sbom.py --name presence-${APP} --npm ${APP}/package-lock.json \
      --debian debian-status > sbom.json \
 && rm -rf ${APP}/dist/.vite && mv ${APP}/dist dist
# Alerts link to the runbooks of their version, on the console.
COPY ops/docs/runbooks runbooks
RUN if [ "${APP}" = admin ]; then mv runbooks dist/runbooks; fi

FROM runtime
ARG APP
COPY ops/images/nginx/nginx.conf ops/images/nginx/headers.conf ops/images/nginx/${APP}.conf /etc/nginx/
RUN ln -sf /etc/nginx/${APP}.conf /etc/nginx/policy.conf && nginx -t -q && rm -rf /tmp/*
COPY --from=build /build/dist /srv/app
COPY --from=build /build/sbom.json /usr/share/presence/sbom.json
USER 10001:10001
EXPOSE 8080
STOPSIGNAL SIGQUIT
HEALTHCHECK --interval=15s --timeout=5s CMD ["/bin/bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/8080 && printf 'GET /-/readyz HTTP/1.0\\r\\n\\r\\n' >&3 && grep -q 200 <&3"]
ENTRYPOINT ["nginx", "-g", "daemon off;"]
