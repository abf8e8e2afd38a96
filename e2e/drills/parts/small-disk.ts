import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A separate file system that is small enough to fill. */
export interface SmallDisk {
  readonly folder: string
  /** Uses all free space except `leftBytes`. */
  fill(leftBytes: number): void
  /** Frees that space. */
  free(): void
  remove(): void
}

const pieceBytes = 64 * 1024

/** Mounts a file system in memory, which needs root; without root, it fails and says so. */
export function mountSmallDisk(sizeBytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'parley-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeBytes},mode=700`, 'tmpfs', folder], {
      stdio: 'pipe',
    })
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(
      `This drill needs to mount a small disk, which was refused (${reason.trim()}). Run it as root: sudo npm run drill:disk.`,
      { cause: error },
    )
  }
  const filler = join(folder, 'filler')
  let isMounted = true
  return {
    folder,
    fill(leftBytes) {
      const piece = Buffer.alloc(pieceBytes, 1)
      const handle = openSync(filler, 'a')
      try {
        for (;;) {
          const room = freeBytes(folder) - leftBytes
          if (room <= 0) return
          if (writeSync(handle, piece, 0, Math.min(room, pieceBytes)) === 0) return
        }
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
      } finally {
        closeSync(handle)
      }
    },
    free: () => rmSync(filler, { force: true }),
    remove() {
      if (!isMounted) return
      isMounted = false
      execFileSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
