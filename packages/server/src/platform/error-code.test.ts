import { expect, test } from 'vitest'
import { errorCode } from './error-code.ts'

test.each([
  [Object.assign(new Error('gone'), { code: 'ENOENT' }), 'ENOENT'],
  [new Error('bare'), undefined],
  [{ code: 'ENOENT' }, undefined],
  ['ENOENT', undefined],
  [null, undefined],
])('the code of %o is %s', (error, code) => expect(errorCode(error)).toBe(code))
