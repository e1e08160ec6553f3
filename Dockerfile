# The service without what only its build needs: built once, run by a user that is not root.
FROM node:24-bookworm-slim AS build
WORKDIR /service
COPY package.json package-lock.json .npmrc ./
COPY web/package.json ./web/
COPY sdk/package.json ./sdk/
RUN npm ci --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json ./
COPY src ./src
COPY migrations ./migrations
COPY scripts ./scripts
COPY speech-kit ./speech-kit
COPY web/index.html web/tsconfig.json web/vite.config.ts ./web/
COPY web/src ./web/src
RUN npm run -s build && npm prune --omit=dev --no-audit --no-fund
# The offline speech kit: 75 MB, only where it is asked for with --build-arg SPEECH_KIT=yes.
ARG SPEECH_KIT=no
RUN if [ "$SPEECH_KIT" = yes ]; then SPEECH_KIT= npm run -s speech-kit; fi
# The embedded PostgreSQL's symlinks: who runs the service may not write there.
RUN node -e "require('./dist/src/platform/embedded-postgres/binaries.js').postgresBinaries()"

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /service
COPY --from=build /service/package.json ./
COPY --from=build /service/node_modules ./node_modules
COPY --from=build /service/dist ./dist
COPY --from=build /service/speech-kit ./speech-kit
COPY --from=build /service/web/dist ./web/dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/health/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/src/main.js"]
