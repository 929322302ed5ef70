// Warns of every export, and every member of an exported interface or class, that has no doc line. typedoc's own check also
// asks for one on each member of a type that is written in place, such as `(options: { dryRun?: boolean })`.
import { Application, ReflectionKind } from 'typedoc'

const required =
  ReflectionKind.Variable |
  ReflectionKind.Function |
  ReflectionKind.Class |
  ReflectionKind.Interface |
  ReflectionKind.TypeAlias |
  ReflectionKind.Property |
  ReflectionKind.Accessor |
  ReflectionKind.Method

const isInPlace = (reflection) =>
  reflection !== undefined && (reflection.kindOf(ReflectionKind.TypeLiteral) || isInPlace(reflection.parent))

const isDocumented = (reflection) => reflection.hasComment() || reflection.getAllSignatures().some((signature) => signature.hasComment())

/** @param {Application} app */
export function load(app) {
  app.on(Application.EVENT_VALIDATE_PROJECT, (project) => {
    for (const reflection of project.getReflectionsByKind(required)) {
      const isInherited = reflection.flags.isExternal || reflection.inheritedFrom !== undefined
      if (!isInherited && !isInPlace(reflection.parent) && !isDocumented(reflection))
        app.logger.warn(`${reflection.getFriendlyFullName()} of ${project.packageName} has no doc line`)
    }
  })
}
