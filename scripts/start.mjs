import './require-node.mjs'

void import('./commands/start.mjs')
