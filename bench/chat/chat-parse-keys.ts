/** The keys by which parse-server identifies callers; none of them is secret. */
export const parseKeys = { appId: 'bench', restAPIKey: 'bench-rest', masterKey: 'bench-master' } as const
