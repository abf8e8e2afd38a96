import { resolve } from 'node:path'

import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'

const root = import.meta.dirname

export default defineConfig({
  main: {
    build: {
      externalizeDeps: false,
      rollupOptions: {
        external: ['electron', 'better-sqlite3'],
        input: {
          index: resolve(root, 'src/main/index.ts'),
          serve: resolve(root, 'src/main/serve.ts'),
          'mcp-server': resolve(root, 'src/main/mcp-server.ts'),
          'store-worker': resolve(root, 'src/main/store-worker.ts'),
        },
        output: { format: 'es' },
      },
    },
  },
  preload: {
    build: {
      rollupOptions: {
        input: { index: resolve(root, 'src/preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: resolve(root, 'src/renderer'),
    base: './',
    plugins: [react()],
    resolve: { dedupe: ['katex'] },
    // What a worker needs only at times is loaded then.
    worker: { format: 'es' },
    build: {
      // The policy allows type faces from files only.
      assetsInlineLimit: (file) => (/\.woff2?$/.test(file) ? false : undefined),
      rollupOptions: {
        input: resolve(root, 'src/renderer/index.html'),
        output: {
          // The names of functions stay: a trace that a user copies is to be read by people.
          minify: {
            compress: { keepNames: { function: true, class: true } },
            mangle: { keepNames: { function: true, class: true } },
            codegen: { removeWhitespace: true },
          },
        },
      },
      cssMinify: true,
      modulePreload: { polyfill: false },
    },
  },
})
