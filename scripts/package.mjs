import './require-node.mjs'

void import('./commands/package.mjs')
