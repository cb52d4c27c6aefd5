/** What parse-server knows its callers by; nothing of it is secret. */
export const parseKeys = { appId: 'bench', restAPIKey: 'bench-rest', masterKey: 'bench-master' } as const
