import type { JobRunner } from '../../../base/threads/job'
import type { StoreJobs } from '../../../store/store-jobs'
import type { StoreNotices } from '../../../store/integrity/store-notices'
import type { StorePlanFile } from '../../../store/opening/store-plan'
import type { StoreUpkeep } from '../../../store/integrity/store-upkeep'
import type { RouteHandlers, StreamHandlers } from '../../router'

/** `snapshots.*` and `notices.*` */
export function snapshotHandlers(deps: {
  dataFolder: string
  upkeep: StoreUpkeep
  notices: StoreNotices
  plan: StorePlanFile
  jobs: JobRunner<StoreJobs>
  restart: () => boolean
}) {
  const { dataFolder, upkeep, notices, plan, jobs } = deps
  return {
    routes: {
      'snapshots.list': () => ({ snapshots: upkeep.snapshots() }),
      'snapshots.take': async () => ({ snapshot: await upkeep.take('asked') }),
      'snapshots.restore': async ({ snapshotId }, { signal }) => {
        // Refuse a bad snapshot now, while the user can still choose another.
        await jobs.run('checkSnapshot', { dataFolder, snapshotId }, { signal })
        plan.change({ restore: snapshotId })
        const restarting = deps.restart()
        if (!restarting) plan.change({ restore: null })
        return { restarting }
      },
      'notices.list': () => ({ notices: notices.list() }),
      'notices.dismiss': ({ noticeId }) => {
        notices.dismiss(noticeId)
        return {}
      },
    } satisfies Partial<RouteHandlers>,
    streams: {} satisfies Partial<StreamHandlers>,
  }
}
