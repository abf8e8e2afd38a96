import { inProject } from '../project.mjs'

/**
 * Node's arguments for the web host. By default, Node 24 lets garbage grow to 64 or even 128 MB before it collects any,
 * which a long import always reaches. Answers leave garbage among what is kept, too, which by default may become several
 * times as much.
 */
export const webHost = [
  '--max-semi-space-size=8',
  '--heap-growing-percent=40',
  inProject('out/main/serve.js'),
]
