# doc-iterate with git. Build it in the folder of a release, beside its archives:
#   docker buildx build --platform linux/amd64,linux/arm64 --build-arg VERSION=0.1.0 --file Dockerfile dist
# Alpine rather than distroless: git needs a C library and its own programs.
FROM alpine:3.22 AS program
ARG VERSION
ARG TARGETARCH
COPY checksums.txt doc-iterate_${VERSION}_linux_${TARGETARCH}.tar.gz /release/
WORKDIR /release
RUN grep " doc-iterate_${VERSION}_linux_${TARGETARCH}.tar.gz\$" checksums.txt | sha256sum -c - \
 && tar -xzf "doc-iterate_${VERSION}_linux_${TARGETARCH}.tar.gz"

FROM alpine:3.22
# The folder that is mounted belongs to another user, which git refuses to read otherwise.
RUN apk add --no-cache git && git config --system --add safe.directory '*'
COPY --from=program /release/doc-iterate /release/doc-iterate-mcp /usr/local/bin/
COPY --from=program /release/LICENSE /release/THIRD_PARTY_NOTICES /usr/share/doc/doc-iterate/
USER 65532:65532
WORKDIR /work
ENTRYPOINT ["doc-iterate"]
CMD ["check", "."]
