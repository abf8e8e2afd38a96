import { isServerAddress } from '../../../../shared/store/sync'
import type { SyncPlace } from '../../../../shared/store/sync-place'
import { t } from '../../../language/t'
import { Choice } from '../../../ui/fields/choice'
import { AddressInput, KeyInput } from '../../../ui/fields/inputs'
import { SettingRow } from '../../../ui/fields/setting-row'
import { FolderChoice } from './folder-choice'

const kinds = ['folder', 'webdav', 's3'] as const
const fieldsOf = { webdav: ['address', 'user'], s3: ['address', 'bucket', 'region', 'keyId'] } as const

/** What was entered so far. */
export const emptyDraft = {
  kind: 'folder' as (typeof kinds)[number],
  path: '',
  address: '',
  user: '',
  bucket: '',
  region: 'us-east-1',
  keyId: '',
}
export type PlaceDraft = typeof emptyDraft

/** The place that was entered; null while something is missing or cannot be right. */
export function placeIn({ kind, path, address, user, bucket, region, keyId }: PlaceDraft): SyncPlace | null {
  if (kind === 'folder') return path === '' ? null : { kind, path }
  if (!isServerAddress(address)) return null
  if (kind === 'webdav') return { kind, address, user }
  return bucket === '' || region === '' || keyId === '' ? null : { kind, address, bucket, region, keyId }
}

interface DraftProps {
  draft: PlaceDraft
  onChange: (changed: Partial<PlaceDraft>) => void
}

/** A folder, or the kind of a server. */
export function PlaceChoice({ draft: { kind, path }, onChange }: DraftProps) {
  return (
    <>
      <SettingRow label={t('sync.place')} hint={t(`sync.kindHints.${kind}`)}>
        <Choice
          label={t('sync.place')}
          value={kind}
          options={kinds.map((each) => [each, t(`sync.kinds.${each}`)])}
          onChange={(chosen) => onChange({ kind: chosen })}
        />
      </SettingRow>
      {kind === 'folder' && (
        <SettingRow label={t('common.folder')} hint={path}>
          <FolderChoice key={path} onChoose={(chosen) => onChange({ path: chosen })} />
        </SettingRow>
      )}
    </>
  )
}

/** What opens a server; for a `place` that is in use, only its secret. */
export function ServerFields({
  draft,
  place,
  secret,
  onChange,
  onSecretChange,
}: DraftProps & { place: SyncPlace | null; secret: string; onSecretChange: (secret: string) => void }) {
  const { kind } = place ?? draft
  if (kind === 'folder') return null
  const secretLabel = t(`sync.fields.secret.${kind}`)
  return (
    <>
      {(place === null ? fieldsOf[kind] : []).map((name) => (
        <SettingRow key={name} label={t(`sync.fields.${name}`)} hint={hintOf(kind, name, draft)}>
          <AddressInput
            dir="ltr"
            aria-label={t(`sync.fields.${name}`)}
            value={draft[name]}
            onChange={(event) => onChange({ [name]: event.target.value.trim() })}
          />
        </SettingRow>
      ))}
      <SettingRow label={secretLabel}>
        <KeyInput
          aria-label={secretLabel}
          value={secret}
          onChange={(event) => onSecretChange(event.target.value)}
        />
      </SettingRow>
    </>
  )
}

/** A password for WebDAV is sent as it is; the secret for S3 only signs. */
function hintOf(kind: 'webdav' | 's3', name: string, { address }: PlaceDraft): string | null {
  if (name === 'bucket') return t('sync.bucketHint')
  if (name !== 'address') return null
  const isPlain = /^http:\/\/(?!localhost[:/]|127\.|\[::1\])/i.test(address)
  return kind === 'webdav' && isPlain ? t('sync.plain') : t(`sync.addressHints.${kind}`)
}
