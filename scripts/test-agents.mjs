import './require-node.mjs'

void import('./commands/test-agents.mjs')
