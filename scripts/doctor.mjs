import './require-node.mjs'

void import('./commands/doctor.mjs')
