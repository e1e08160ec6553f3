import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** What every page needs: one chunk, which stays cached when a page changes. */
const SHARED =
  /node_modules[\\/](react|react-dom|scheduler|@tanstack[\\/][\w-]+|use-sync-external-store|openapi-fetch)[\\/]|src[\\/]api[\\/](client|clock|error)\.ts/;

/** Small parts that pages of calls and agents share: one chunk and one style sheet, not a file each. */
const PARTS =
  /src[\\/](components[\\/](id|line|outcome|part|player|table[\\/]paging|tool-uses|transcript)|layout[\\/](listen[\\/]|use-is-phone)|lib[\\/](contract\.gen|turn-at|live[\\/]words)|live[\\/](audio-context|use-listening|use-live-state))/;

export default defineConfig({
  base: '/console/',
  plugins: [react()],
  // Modules, as audio worklets are.
  worker: { format: 'es' },
  build: {
    outDir: process.env['PAGE_OUT_DIR'] ?? 'dist',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    sourcemap: false,
    // data: URLs break the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'shared', test: SHARED },
            // What Home needs beside: one style sheet.
            { name: 'home', tags: ['$initial'] },
            { name: 'parts', test: PARTS },
          ],
        },
      },
    },
  },
});
