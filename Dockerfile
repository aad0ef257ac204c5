# One image for both kinds of process: `serve` and `work` (docs/team-service.md).
FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
RUN node .config/packageCli.ts /build/image

FROM node:24-bookworm-slim
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates git \
  && rm -rf /var/lib/apt/lists/* \
  && mkdir /data \
  && chown 10001:10001 /data
COPY --from=build /build/image /opt/code-review
ENV NODE_ENV=production HOME=/tmp
USER 10001:10001
VOLUME /data
EXPOSE 8080
# Signals reach the program itself, which ends what it has begun.
ENTRYPOINT ["node", "/opt/code-review/bin/code-review.js"]
