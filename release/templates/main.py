"""python -m doc_iterate starts the program that lies beside the scripts of this Python."""
import os
import subprocess
import sys
import sysconfig

folders = [sysconfig.get_path("scripts"), sysconfig.get_path("scripts", os.name + "_user"), os.path.join(sys.prefix, "bin")]
name = "doc-iterate" + (sysconfig.get_config_var("EXE") or "")
programs = [p for p in (os.path.join(f, name) for f in folders) if os.path.isfile(p)]
if not programs:
    sys.exit("doc-iterate: the program is not in " + ", ".join(folders) + "; install the package again")
if os.name == "nt":
    sys.exit(subprocess.call([programs[0]] + sys.argv[1:]))
os.execv(programs[0], [programs[0]] + sys.argv[1:])
