import { linuxProcesses } from './linux-processes'
import { macProcesses } from './mac-processes'
import type { ProcessTable } from './process-table'
import { windowsProcesses } from './windows-processes'

/** The process table of this system. */
export function systemProcesses(platform: NodeJS.Platform = process.platform): ProcessTable {
  if (platform === 'win32') return windowsProcesses
  return platform === 'darwin' ? macProcesses : linuxProcesses
}
