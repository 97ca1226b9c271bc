@echo off
rem Runs Fog on Windows. Builds cli\target\fog.jar first when it is missing; after a change of the sources, delete it.
rem
rem   JAVA_HOME      the JDK to use, 17 or newer; else the java on the PATH
rem   FOG_SIMD       off: do not use the Vector API (the answers are the same, the run is slower)
rem   FOG_JAVA_OPTS  more options for java, such as -Xmx8g
setlocal
set "root=%~dp0"
set "jar=%root%cli\target\fog.jar"
set "java=java"
if defined JAVA_HOME set "java=%JAVA_HOME%\bin\java"
"%java%" -version >nul 2>&1
if errorlevel 1 (
  echo fog: java does not run; install a JDK, version 17 or newer, or set JAVA_HOME 1>&2
  exit /b 70
)
if not exist "%jar%" (
  echo fog: building, first run, about a minute 1>&2
  pushd "%root%"
  call mvn -q -B -DskipTests package -pl cli -am 1>&2
  popd
)
if not exist "%jar%" (
  echo fog: the build failed; Maven says why above 1>&2
  exit /b 70
)
set "simd=--add-modules jdk.incubator.vector"
if /i "%FOG_SIMD%"=="off" set "simd="
rem Another collector in FOG_JAVA_OPTS takes the place of this one.
set "collector=-XX:+UseParallelGC"
rem Vectors are objects until the methods that use them are compiled: these wait for a hundredth of the usual calls.
set "compiler=-XX:CompileCommand=quiet -XX:CompileCommand=CompileThresholdScaling,org.fogopt.linalg.Simd*::*,0.01"
rem A copy that is never empty: cmd takes a substitution in a variable that is not set apart wrongly.
set "given= %FOG_JAVA_OPTS%"
if not "%given:GC=%"=="%given%" set "collector="
"%java%" -Xshare:auto -XX:-UsePerfData -Djava.awt.headless=true %collector% %compiler% %FOG_JAVA_OPTS% %simd% -jar "%jar%" %*
exit /b %errorlevel%
