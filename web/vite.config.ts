import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** What every page needs: one chunk, which stays cached when a page changes. */
const SHARED =
  /node_modules[\\/](react|react-dom|scheduler|@tanstack[\\/][\w-]+|use-sync-external-store|openapi-fetch)[\\/]|src[\\/]api[\\/](client|clock|error)\.ts/;

/** What Home needs beside: one chunk with one style sheet, since its first load has at most 14 requests. */
const TABLES =
  /preload-helper|src[\\/]components[\\/](button|chart|combobox|empty|failed|field|icon|lazy|link|name|status|table|time)[\\/]/;

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
            { name: 'tables', test: TABLES },
          ],
        },
      },
    },
  },
});
