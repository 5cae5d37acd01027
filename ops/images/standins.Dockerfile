# The outside world of the test suite (assistants, Stripe, mail) for kind and continuous integration;
# stands on the Python image. Build from the root: ops/images/build python standins
ARG BASE=debian:bookworm-slim
ARG PRESENCE=presence:dev

FROM ${BASE} AS build
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates python3.11-venv
ENV PIP_CERT=/etc/ssl/certs/ca-certificates.crt
COPY tests/requirements.lock /build/
# Of the development packages only the mail server is needed; its dependencies are the product's.
RUN sed -n '/^aiosmtpd==/,/[^\\]$/p; /^atpublic==/,/[^\\]$/p' /build/requirements.lock > /build/mail.lock
RUN --mount=type=secret,id=ca,target=/etc/ssl/certs/ca-certificates.crt \
    python3.11 -m venv /build/venv \
 && /build/venv/bin/pip install --quiet --no-cache-dir --require-hashes --no-deps --target /build/site \
      -r /build/mail.lock

FROM ${PRESENCE}
COPY --from=build /build/site /opt/standins
COPY tests/standins/presence_standins /opt/standins/presence_standins
ENV PYTHONPATH=/opt/standins
USER 10001:10001
HEALTHCHECK NONE
ENTRYPOINT ["python", "-m"]
CMD ["presence_standins.engines", "--host", "0.0.0.0", "--port", "9100"]
