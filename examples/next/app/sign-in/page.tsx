import { hasEditors } from '../../lib/session.ts'
import { textsIn } from '../../lib/texts.ts'
import { readVisitor } from '../../lib/visitor.ts'
import { signIn } from '../actions.ts'

/** The sign-in of editors. */
export default async function Page({ searchParams }: { searchParams: Promise<{ wrong?: string }> }) {
  const text = textsIn((await readVisitor()).language)
  return (
    <>
      <title>{text('signIn')}</title>
      <h1>{text('signIn')}</h1>
      {!hasEditors && <p>{text('nobody')}</p>}
      {(await searchParams).wrong !== undefined && <p role="alert">{text('wrong')}</p>}
      <form action={signIn}>
        <label>
          {text('password')} <input name="password" type="password" autoComplete="current-password" required />
        </label>{' '}
        <button type="submit">{text('signIn')}</button>
      </form>
    </>
  )
}
