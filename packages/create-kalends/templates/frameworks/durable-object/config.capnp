using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [(name = "main", worker = .main), (name = "objects", disk = (path = "data/objects", writable = true))],
  sockets = [(name = "http", http = (), service = "main")],
);

const main :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "data/worker.js")],
  compatibilityDate = "2026-10-01",
  durableObjectNamespaces = [(className = "CalendarObject", uniqueKey = "calendars", enableSql = true)],
  durableObjectStorage = (localDisk = "objects"),
  bindings = [
    (name = "CALENDARS", durableObjectNamespace = "CalendarObject"),
    (name = "PUBLIC_URL", fromEnvironment = "PUBLIC_URL"),
    (name = "TIME_ZONE", fromEnvironment = "TIME_ZONE"),
    #? session
    (name = "EDITOR_PASSWORD", fromEnvironment = "EDITOR_PASSWORD"),
    (name = "SESSION_SECRET", fromEnvironment = "SESSION_SECRET"),
    #? end
  ],
);
