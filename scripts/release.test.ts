import { expect, test } from 'vitest'
import { isAfter, withVersion } from './release.ts'

test('a release gives unreleased changes its version, and leaves an empty section', () => {
  const changelog = '# Changelog\n\n## Unreleased\n\n### New\n\n- A slide.\n\n## 0.1.0 – 2026-11-01\n\n- A sandpit.\n'
  expect(withVersion(changelog, '0.2.0', '2026-12-01')).toBe(
    '# Changelog\n\n## Unreleased\n\n## 0.2.0 – 2026-12-01\n\n### New\n\n- A slide.\n\n## 0.1.0 – 2026-11-01\n\n- A sandpit.\n',
  )
  expect(withVersion('# Changelog\n\n## Unreleased\n\n## 0.1.0\n\n- x\n', '0.2.0', '2026-12-01')).toBeUndefined()
})

test('a version that the changelog already describes is released as it is', () => {
  const changelog = '# Changelog\n\n## Unreleased\n\n## 1.0.0 – 2026-11-28\n\n- A sandpit.\n'
  expect(withVersion(changelog, '1.0.0', '2026-12-01')).toBe(changelog)
  expect(withVersion(changelog, '1.1.0', '2026-12-01')).toBeUndefined()
})

test('versions are compared as numbers', () => {
  expect(isAfter('0.10.0', '0.9.9')).toBe(true)
  expect(isAfter('1.0.0', '0.99.9')).toBe(true)
  expect(isAfter('0.1.0', '0.1.0')).toBe(false)
  expect(isAfter('0.1.9', '0.2.0')).toBe(false)
})
