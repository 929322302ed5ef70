import { createClient } from '@kalends/client'
import type { AuthProvider } from '@refinedev/core'
import { createDataProvider } from './data-provider.ts'

/** The data provider over the service that serves the page. The session's cookie goes with each request. */
export const provider = createDataProvider(createClient({ baseUrl: '/calendar/events/v1' }))

const session = (method: string, body?: object): Promise<Response> =>
  fetch('/session', { method, ...(body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }) })

/** Signs in and out at the server's `/session`. */
export const authProvider: AuthProvider = {
  login: async ({ password }: { readonly password: string }) => {
    const { ok } = await session('POST', { password })
    return ok ? { success: true, redirectTo: '/events' } : { success: false, error: new Error('This is not the password.') }
  },
  logout: async () => {
    await session('DELETE')
    return { success: true, redirectTo: '/sign-in' }
  },
  check: async () => {
    const { isSignedIn } = await (await session('GET')).json()
    return isSignedIn === true ? { authenticated: true } : { authenticated: false, redirectTo: '/sign-in' }
  },
  onError: async ({ statusCode }) => (statusCode === 401 ? { logout: true, redirectTo: '/sign-in' } : {}),
}
