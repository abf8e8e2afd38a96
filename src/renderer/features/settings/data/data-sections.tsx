import { t } from '../../../language/t'
import { ExportRow } from './export-row'
import { ImportRow } from './import-row'
import { SnapshotList } from './snapshot-list'

/** Everything that is stored, taken together: in, out, and back to what it was. */
export function DataSections() {
  return (
    <>
      <section aria-labelledby="settings-data">
        <h3 id="settings-data">{t('settings.sections.data')}</h3>
        <ImportRow />
        <ExportRow />
      </section>
      <section aria-labelledby="settings-snapshots">
        <h3 id="settings-snapshots">{t('settings.snapshots.title')}</h3>
        <SnapshotList />
      </section>
    </>
  )
}
