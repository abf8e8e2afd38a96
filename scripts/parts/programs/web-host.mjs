import { inProject } from '../project.mjs'

/**
 * Node's arguments for the web host. By default, Node 24 lets garbage grow to 64 or even 128 MB before it collects any,
 * which a long import always reaches. This is the limit of Node 22, and that of Electron.
 */
export const webHost = ['--max-semi-space-size=16', inProject('out/main/serve.js')]
