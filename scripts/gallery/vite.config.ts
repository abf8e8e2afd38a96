import { join } from 'node:path'

import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const root = import.meta.dirname

/** Serves the gallery, and builds it into `test-results/gallery`. */
export default defineConfig({
  root,
  base: './',
  plugins: [react()],
  resolve: { dedupe: ['katex'] },
  server: { open: true, fs: { allow: [join(root, '../..')] } },
  build: { outDir: join(root, '../../test-results/gallery'), emptyOutDir: true },
})
