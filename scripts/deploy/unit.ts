import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { check, deploy, has, run, scratch } from './checking.ts'

/** The highest accepted exposure in `systemd-analyze security`, from 0 to 10. */
const mostExposure = 3

export async function checkUnit() {
  if (!has('papadag.service', 'systemd-analyze')) return
  const unit = join(scratch, 'papadag.service')
  const text = readFileSync(join(deploy, 'papadag.service'), 'utf8')
  // The release is not unpacked at /opt here, so the unit starts this machine's Node.
  writeFileSync(
    unit,
    text.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`).replace(/^Documentation=.*\n/m, ''),
  )
  await check('papadag.service is understood by systemd', () => {
    const complaints = run('systemd-analyze', ['verify', unit]).trim()
    if (complaints) throw new Error(complaints)
    return undefined
  })
  await check(`papadag.service has an exposure of at most ${mostExposure}`, () => {
    const [, exposure = 'none'] =
      /exposure level for \S+ ([\d.]+)/.exec(run('systemd-analyze', ['security', '--offline=true', unit])) ?? []
    if (!(Number(exposure) <= mostExposure)) throw new Error(exposure)
    return exposure
  })
}
