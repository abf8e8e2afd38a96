import { commandLineOf, environmentOf, isLiving, processIds } from '../helpers/processes/linux-processes.ts'

/** The processes that carry the mark of a Parley run and live in this home, with their command lines. */
export function markedProcesses(home: string): string[] {
  return processIds().flatMap((pid) => {
    const environment = environmentOf(pid)
    const isMarked = environment.some((entry) => entry.startsWith('PARLEY_RUN_ID='))
    const isOurs = isMarked && environment.includes(`HOME=${home}`) && isLiving(pid)
    return isOurs ? [`${pid} ${commandLineOf(pid)}`] : []
  })
}
