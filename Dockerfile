# Builds the image of the web and worker processes: docker build --build-arg COMMIT=$(git rev-parse HEAD) -t till .

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
COPY prisma prisma
COPY prisma.config.ts ./
RUN npm ci
COPY . .
ARG COMMIT=
RUN TILL_COMMIT="$COMMIT" npm run package -- /app

# Node alone, without npm and its dependencies.
FROM debian:bookworm-slim
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates libstdc++6 tini \
 && rm -rf /var/lib/apt/lists/* \
 && groupadd --gid 10001 till \
 && useradd --uid 10001 --gid till --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin till
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /app /app
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 NEXT_TELEMETRY_DISABLED=1
USER 10001:10001
EXPOSE 3000
# The root file system may be read-only; sockets go to /tmp, so mount a tmpfs there.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/usr/bin/tini", "--"]
CMD ["node", "scripts/server.ts"]
