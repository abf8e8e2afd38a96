import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file system of its own, small enough to be filled up. */
export interface SmallDisk {
  readonly folder: string
  /** Takes all the room there is but `leftBytes`. */
  fill(leftBytes: number): void
  /** Gives that room back. */
  free(): void
  remove(): void
}

const pieceBytes = 64 * 1024

/** Mounts one in memory, which takes the rights of root: says so where it may not. */
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
      `This drill needs a small disk of its own, and mounting one was refused (${reason.trim()}). Run it as root: sudo npm run drill:disk.`,
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
